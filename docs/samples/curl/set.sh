curl -f -F file=@photo.jpg -o photo.zip \
  'http://localhost:3000/api/compress?widths=480,960&formats=webp,jpeg'
