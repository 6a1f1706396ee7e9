#pragma once

#include "FlowlineEditLine.h"
#include "FlowlineSignals.h"
