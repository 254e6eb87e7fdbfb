curl -f -F file=@photo.jpg -o photo-small.jpg http://localhost:3000/api/compress
