package main

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"log"
	mathrand "math/rand"
	"net/http"
	"os"
	"strconv"
	"time"
)

func main() {
	file, err := os.ReadFile("photo.jpg")
	check(err)
	answer, err := compressWithRetries(file)
	check(err)
	check(os.WriteFile("photo-small.jpg", answer, 0o644))
}

func compressWithRetries(file []byte) ([]byte, error) {
	// The same key on every try: a try whose answer got lost starts no second job.
	key := make([]byte, 16)
	rand.Read(key)
	client := http.Client{Timeout: 10 * time.Minute}
	for wait := 1; ; wait *= 2 {
		request, err := http.NewRequest("POST", "http://localhost:3000/api/compress?name=photo.jpg", bytes.NewReader(file))
		check(err)
		request.Header.Set("Content-Type", "image/jpeg")
		request.Header.Set("Idempotency-Key", fmt.Sprintf("%x", key))

		status, asked := 0, 0
		var answer []byte
		response, err := client.Do(request)
		if err == nil {
			status = response.StatusCode
			asked, _ = strconv.Atoi(response.Header.Get("Retry-After"))
			answer, err = io.ReadAll(response.Body)
			response.Body.Close()
		}
		if err == nil && status == http.StatusOK {
			return answer, nil
		}
		if err == nil {
			err = fmt.Errorf("%s: %s", response.Status, answer)
			switch status {
			case 408, 409, 429, 500, 502, 503, 504, 507: // worth another try
			default:
				return nil, err
			}
		}
		if wait > 16 {
			return nil, err
		}
		// At random, so that many clients do not come back at the same moment.
		pause := time.Duration(float64(wait) * (0.5 + mathrand.Float64()/2) * float64(time.Second))
		if asked > 0 {
			pause = time.Duration(asked) * time.Second
		}
		time.Sleep(pause)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
