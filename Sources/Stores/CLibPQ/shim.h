#pragma once
#include <libpq-fe.h>
#include <sys/epoll.h>
