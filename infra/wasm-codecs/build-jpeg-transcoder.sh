#!/bin/sh
# Builds workers/engine/codecs/wasm/built/jpeg-transcoder.wasm from the sources of mozjpeg 3.2 (BSD-3-Clause, IJG and zlib
# licences) in the npm package "mozjpeg" 8.0.0, with the emscripten of Debian 12 (3.1.6): apt-get install emscripten npm.
. "$(dirname "$0")/scratch.sh"
npm pack --silent mozjpeg@8.0.0 >/dev/null
echo '2a28f72ac9991a53572e634efa668ab9bdafa4653aa6d771298f2212e49d9467  mozjpeg-8.0.0.tgz' | sha256sum --check --quiet
tar xzf mozjpeg-8.0.0.tgz
tar xzf package/vendor/source/mozjpeg.tar.gz
cd mozjpeg
cat >jconfig.h <<'END'
#define JPEG_LIB_VERSION 62
#define LIBJPEG_TURBO_VERSION 3.2
#define LIBJPEG_TURBO_VERSION_NUMBER 3002000
#define BITS_IN_JSAMPLE 8
#define MEM_SRCDST_SUPPORTED 1
#define HAVE_STDDEF_H 1
#define HAVE_STDLIB_H 1
#define HAVE_UNSIGNED_CHAR 1
#define HAVE_UNSIGNED_SHORT 1
END
cat >jconfigint.h <<'END'
#define BUILD ""
#define INLINE inline
#define PACKAGE_NAME "mozjpeg"
#define VERSION "3.2"
#define SIZEOF_SIZE_T 4
END
# What is never said needs no printing.
cat >quiet.h <<'END'
#include <stdio.h>
#define fprintf(...) ((void)0)
END
emcc -O3 -flto -I. -include quiet.h -DNO_GETENV "$here/jpeg-transcoder.c" \
  jcapimin.c jcext.c jchuff.c jcmarker.c jcmaster.c jcomapi.c jcparam.c jcphuff.c jctrans.c jdapimin.c jdatadst.c \
  jdatasrc.c jdcoefct.c jdhuff.c jdinput.c jdmarker.c jdphuff.c jdtrans.c jmemmgr.c jmemnobs.c jsimd_none.c jutils.c \
  -o "$here/../../workers/engine/codecs/wasm/built/jpeg-transcoder.wasm" --no-entry \
  -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=2147483648 -sINITIAL_MEMORY=2097152 \
  -sTOTAL_STACK=65536 -sMALLOC=emmalloc -sFILESYSTEM=0 -sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0
