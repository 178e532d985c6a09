/// All that an environment's source needs of the engine.
#pragma once

#include "engine/archetype.hpp"
#include "engine/each_pair.hpp"
#include "engine/each_team.hpp"
#include "engine/graph.hpp"
#include "engine/options.hpp"
#include "engine/reduce.hpp"
#include "engine/rows.hpp"
#include "engine/run_setup.hpp"
#include "engine/sort_by.hpp"
#include "engine/system.hpp"
#include "engine/tokens.hpp"
#include "engine/type_list.hpp"
#include "engine/vocabulary.hpp"
#include "kernels/elementary.hpp"
#include "kernels/quaternion.hpp"
#include "kernels/vector.hpp"
