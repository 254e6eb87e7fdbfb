curl -f --data-binary @photo.jpg -o photo-small.jpg \
  'http://localhost:3000/api/compress?name=photo.jpg'
