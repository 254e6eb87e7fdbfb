package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	body, err := json.Marshal(map[string]string{"credential": os.Getenv("GOOGLE_ID_TOKEN")})
	check(err)
	response, err := http.Post("http://localhost:3000/api/auth/google", "application/json", bytes.NewReader(body))
	check(err)
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode != http.StatusOK {
		check(fmt.Errorf("%s: %s", response.Status, answer))
	}
	var session struct{ Token string }
	check(json.Unmarshal(answer, &session))
	fmt.Println(session.Token)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
