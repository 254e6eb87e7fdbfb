package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	request, err := http.NewRequest("GET", "http://localhost:3000/api/protected/dashboard", nil)
	check(err)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("FEATHERPRESS_TOKEN"))
	response, err := http.DefaultClient.Do(request)
	check(err)
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode != http.StatusOK {
		check(fmt.Errorf("%s: %s", response.Status, answer))
	}
	var profile struct {
		User struct{ Name, Email, Picture string }
	}
	check(json.Unmarshal(answer, &profile))
	fmt.Println(profile.User.Name, profile.User.Email)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
