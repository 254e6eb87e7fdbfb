#!/bin/sh
# Builds workers/engine/codecs/native/built/webp-decoder.ts from libwebp 1.6.0 (BSD-3-Clause), which sharp has too, with the
# emscripten of Debian 12 (3.1.6): apt-get install emscripten git.
. "$(dirname "$0")/scratch.sh"
check_out webmproject/libwebp v1.6.0 4fa21912338357f89e4fd51cf2368325b59e9bd9
decoding() {
  for part in alpha_processing cpu dec dec_clip_tables filters lossless rescaler upsampling yuv; do
    ls "src/dsp/$part.c" "src/dsp/${part}_sse2.c" "src/dsp/${part}_sse41.c" 2>/dev/null || true
  done
}
emcc -O2 -flto -msimd128 -msse2 -msse4.1 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -DNDEBUG -DWEBP_REDUCE_SIZE -I. \
  "$here/webp-decoder.c" src/dec/*.c src/demux/demux.c src/utils/*.c $(decoding) -o webp-decoder.wasm --no-entry \
  -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=2147483648 -sINITIAL_MEMORY=2097152 \
  -sTOTAL_STACK=262144 -sMALLOC=emmalloc -sFILESYSTEM=0 -sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0
built="$here/../../workers/engine/codecs/native/built/webp-decoder.ts"
printf "/** A module in gzip, written by infra/wasm-codecs/build-webp-decoder.sh. */\nexport const WEBP_DECODER =\n  '%s';\n" \
  "$(gzip -9 -n <webp-decoder.wasm | base64 --wrap=0)" >"$built"
