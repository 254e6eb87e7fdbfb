package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

const server = "http://localhost:3000"

type Job struct {
	Status      string
	Error       string
	SourceBytes int
	OutputBytes int
}

func main() {
	file, err := os.Open("photo.jpg")
	check(err)
	defer file.Close()
	request, err := http.NewRequest("POST", server+"/api/compress?name=photo.jpg", file)
	check(err)
	request.Header.Set("Content-Type", "image/jpeg")
	request.Header.Set("Prefer", "respond-async")
	accepted := call(request)
	accepted.Body.Close()
	path := accepted.Header.Get("Location")

	job := follow(path)
	if job.Status != "completed" {
		log.Fatalf("The job is %s. %s", job.Status, job.Error)
	}

	request, err = http.NewRequest("GET", server+path+"/result", nil)
	check(err)
	result := call(request)
	defer result.Body.Close()
	small, err := os.Create("photo-small.jpg")
	check(err)
	_, err = io.Copy(small, result.Body)
	check(err)
	check(small.Close())
	fmt.Println(job.SourceBytes, "->", job.OutputBytes, "bytes")
}

// Server-sent events: "event: progress" while it goes on, then "completed", "failed" or "cancelled" with the job.
func follow(path string) (job Job) {
	request, err := http.NewRequest("GET", server+path+"/events", nil)
	check(err)
	events := call(request)
	defer events.Body.Close()
	event := ""
	lines := bufio.NewScanner(events.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "event: ") {
			event = strings.TrimPrefix(line, "event: ")
		} else if data := strings.TrimPrefix(line, "data: "); data == line {
			continue
		} else if event == "progress" {
			fmt.Println(data)
		} else {
			check(json.Unmarshal([]byte(data), &job))
		}
	}
	check(lines.Err())
	return job
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
