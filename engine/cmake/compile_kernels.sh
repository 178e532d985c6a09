#!/bin/sh
# Launches one CUDA compilation with -Xptxas=-v and keeps, beside the object, what ptxas says of its
# kernels and how long it took, in OBJECT.kernels; all else that the compiler says is passed on.
#
#   sh compile_kernels.sh nvcc ... -o OBJECT
object=
previous=
for argument in "$@"; do
  [ "$previous" = -o ] && object=$argument
  previous=$argument
done
kept=$object.kernels
said=$object.said
is_usage='^ptxas info|^ +[0-9]+ bytes stack frame'

start=$(date +%s%N)
"$@" 2>"$said"
status=$?
end=$(date +%s%N)

grep -vE "$is_usage" "$said" >&2
rm -f "$kept"
if [ $status -eq 0 ]; then
  { echo "compiled in $(((end - start) / 1000000)) ms"; grep -E "$is_usage" "$said"; } >"$kept"
fi
rm -f "$said"
exit $status
