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
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, name := range []string{"photo.jpg", "cover.png", "report.pdf"} {
		file, err := os.ReadFile(name)
		check(err)
		part, err := form.CreateFormFile("files", name)
		check(err)
		part.Write(file)
	}
	form.Close()

	response, err := http.Post("http://localhost:3000/api/compress/batch", form.FormDataContentType(), &body)
	check(err)
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode != http.StatusOK {
		check(fmt.Errorf("%s: %s", response.Status, answer))
	}
	check(os.WriteFile("small.zip", answer, 0o644))

	// 200 means that at least one file could be compressed; featherpress-report.json in the zip says which.
	// It counts the failed files, or says "unknown" where the zip began before the last file was done.
	if failed := response.Header.Get("X-Failed-Count"); failed != "0" {
		fmt.Fprintln(os.Stderr, "Failed:", failed, "of", response.Header.Get("X-File-Count"), "files.")
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
