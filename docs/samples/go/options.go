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

	options := url.Values{
		"name":   {"photo.jpg"},
		"preset": {"small"},
		"target": {"100KB"},
		"keep":   {"copyright,date,location"},
	}
	response, err := http.Post("http://localhost:3000/api/compress?"+options.Encode(), "image/jpeg", file)
	check(err)
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode != http.StatusOK {
		check(fmt.Errorf("%s: %s", response.Status, answer))
	}
	check(os.WriteFile("photo-small.jpg", answer, 0o644))

	header := response.Header
	fmt.Println(header.Get("X-Original-Size"), "->", header.Get("X-Compressed-Size"), "bytes")
	if header.Get("X-Target-Met") == "false" {
		fmt.Println("The smallest acceptable result is larger than the target.")
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
