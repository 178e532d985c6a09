/// Bulk copies and the barriers that wait for them, for a block of fibers.
#pragma once

#include "kernels/copy_engine.hpp"

namespace starling::tests {

/// When the copies of blocks that this thread runs are made: as they are started, which shows
/// memory that is overwritten while it is still read, or one by one where no thread can go on
/// without, from the first or from the last on, which shows memory that is read before it was
/// waited for.
enum class CopiesMade { AtOnce, LateFromFirst, LateFromLast };

void set_copies_made(CopiesMade when);

/// For kernels::start_box_copy.
kernels::TensorMap describe_for_fibers(const kernels::BoxedTensor& tensor);

}  // namespace starling::tests
