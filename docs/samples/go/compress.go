package main

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net/http"
	"os"
)

func main() {
	file, err := os.ReadFile("photo.jpg")
	check(err)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "photo.jpg")
	check(err)
	part.Write(file)
	form.Close()

	response, err := http.Post("http://localhost:3000/api/compress", form.FormDataContentType(), &body)
	check(err)
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode != http.StatusOK {
		check(fmt.Errorf("%s: %s", response.Status, answer))
	}
	check(os.WriteFile("photo-small.jpg", answer, 0o644))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
