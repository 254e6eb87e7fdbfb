package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	// Read while it is sent, so that a large file takes no memory.
	file, err := os.Open("photo.jpg")
	check(err)
	defer file.Close()

	response, err := http.Post("http://localhost:3000/api/compress?name=photo.jpg", "image/jpeg", file)
	check(err)
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		answer, _ := io.ReadAll(response.Body)
		check(fmt.Errorf("%s: %s", response.Status, answer))
	}
	result, err := os.Create("photo-small.jpg")
	check(err)
	_, err = io.Copy(result, response.Body)
	check(err)
	check(result.Close())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
