#pragma once

#include "FlowlineDrawing.h"
#include "FlowlineEditLine.h"
#include "FlowlineSignals.h"
