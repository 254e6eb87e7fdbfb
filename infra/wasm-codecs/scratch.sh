# Sourced by the scripts that build: they work in a folder that goes at their end. `here` is the folder of the scripts.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# Sources of a public repository, here. $1: owner and name, $2: tag, $3: the commit that it has to be
check_out() {
  git clone --quiet --depth 1 --branch "$2" "https://github.com/$1.git" . 2>/dev/null
  test "$(git rev-parse HEAD)" = "$3"
}
