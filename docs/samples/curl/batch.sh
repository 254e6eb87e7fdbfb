curl -f -D headers.txt -o small.zip \
  -F files=@photo.jpg -F files=@cover.png -F files=@report.pdf \
  http://localhost:3000/api/compress/batch || exit

# 200 means that at least one file could be compressed; the report in the zip says which.
grep -i '^x-failed-count: 0' headers.txt || unzip -p small.zip featherpress-report.json
