curl -f -D headers.txt -o photo-small.jpg \
  -F file=@photo.jpg -F preset=small -F target=100KB -F keep=copyright,date,location \
  http://localhost:3000/api/compress || exit

# "false" means: this is the smallest acceptable result, and it is larger than the target.
grep -i '^x-target-met: true' headers.txt
