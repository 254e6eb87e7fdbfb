#!/bin/sh
# Builds workers/engine/codecs/wasm/built/zlib-stream.wasm from the sources of zlib in Debian 12 (1.2.13, zlib licence)
# with its emscripten (3.1.6): apt-get install emscripten dpkg-dev, and "deb-src" among the apt sources.
. "$(dirname "$0")/scratch.sh"
apt-get source --download-only zlib
tar xjf zlib_1.2.13.dfsg.orig.tar.bz2
cd zlib-1.2.13.dfsg
emcc -O3 -flto -I. -DNO_GZIP "$here/zlib-stream.c" \
  adler32.c crc32.c deflate.c inflate.c inffast.c inftrees.c trees.c zutil.c \
  -o "$here/../../workers/engine/codecs/wasm/built/zlib-stream.wasm" --no-entry \
  -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=67108864 -sINITIAL_MEMORY=2097152 \
  -sTOTAL_STACK=65536 -sMALLOC=emmalloc -sFILESYSTEM=0
