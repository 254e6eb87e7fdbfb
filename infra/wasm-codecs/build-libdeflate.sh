#!/bin/sh
# Builds workers/engine/codecs/shared/built/libdeflate.ts from libdeflate 1.25 (MIT) with libdeflate.patch and the clang of
# Debian 12 (14.0.6): apt-get install clang lld git. The bytes that it packs are libdeflate's own.
. "$(dirname "$0")/scratch.sh"
check_out ebiggers/libdeflate v1.25 c8c56a20f8f621e6a966b716b31f1dedab6a41e3
git apply "$here/libdeflate.patch"
for source in "$here/libdeflate.c" lib/adler32.c lib/deflate_compress.c lib/utils.c lib/zlib_compress.c; do
  clang-14 --target=wasm32 -O3 -msimd128 -mbulk-memory -ffreestanding -DFREESTANDING -I. -c "$source"
done
wasm-ld-14 --no-entry --strip-all --initial-memory=2097152 -z stack-size=65536 ./*.o -o libdeflate.wasm
built="$here/../../workers/engine/codecs/shared/built/libdeflate.ts"
printf "/** Written by infra/wasm-codecs/build-libdeflate.sh. */\nexport const LIBDEFLATE =\n  '%s';\n" \
  "$(base64 --wrap=0 libdeflate.wasm)" >"$built"
