package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

const server = "http://localhost:3000"

func main() {
	file, err := os.Open("photo.jpg")
	check(err)
	defer file.Close()
	request, err := http.NewRequest("POST", server+"/api/compress?name=photo.jpg", file)
	check(err)
	request.Header.Set("Content-Type", "image/jpeg")
	result := call(request)
	result.Body.Close()

	body := fmt.Sprintf(`{"jobId": %q}`, result.Header.Get("X-Job-Id"))
	request, err = http.NewRequest("POST", server+"/api/shares", strings.NewReader(body))
	check(err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+os.Getenv("FEATHERPRESS_TOKEN"))
	answer := call(request)
	defer answer.Body.Close()
	var share struct{ Url, ExpiresAt string }
	check(json.NewDecoder(answer.Body).Decode(&share))
	fmt.Println(share.Url, share.ExpiresAt)
}

func call(request *http.Request) *http.Response {
	response, err := http.DefaultClient.Do(request)
	check(err)
	if response.StatusCode >= 400 {
		answer, _ := io.ReadAll(response.Body)
		check(fmt.Errorf("%s: %s", response.Status, answer))
	}
	return response
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
