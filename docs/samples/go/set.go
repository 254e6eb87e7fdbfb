package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
)

func main() {
	file, err := os.Open("photo.jpg")
	check(err)
	defer file.Close()

	options := url.Values{"name": {"photo.jpg"}, "widths": {"480,960"}, "formats": {"webp,jpeg"}}
	response, err := http.Post("http://localhost:3000/api/compress?"+options.Encode(), "image/jpeg", file)
	check(err)
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode != http.StatusOK {
		check(fmt.Errorf("%s: %s", response.Status, answer))
	}
	check(os.WriteFile("photo.zip", answer, 0o644))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
