package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// GET /api/webhooks/secrets shows them; while they are changed there are two, between commas.
var secrets = strings.Split(os.Getenv("WEBHOOK_SECRETS"), ",")

// Yours is a table: the same webhook can come twice, also after a restart.
var seen sync.Map

func isOurs(header http.Header, body []byte) bool {
	sent := header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(sent, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return false
	}
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			log.Fatal(err)
		}
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.", header.Get("webhook-id"), sent)
		mac.Write(body)
		expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for _, given := range strings.Fields(header.Get("webhook-signature")) {
			if hmac.Equal([]byte(expected), []byte(given)) {
				return true
			}
		}
	}
	return false
}

func receive(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 8<<20))
	if err != nil || !isOurs(request.Header, body) {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	// First: work that takes longer than 20 seconds would be told again.
	response.WriteHeader(http.StatusNoContent)
	if _, isKnown := seen.LoadOrStore(request.Header.Get("webhook-id"), true); isKnown {
		return
	}
	var told struct {
		Type string
		Data struct{ ID, Status string }
	}
	if err := json.Unmarshal(body, &told); err != nil {
		log.Print(err)
		return
	}
	fmt.Println(told.Type, told.Data.ID, told.Data.Status)
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("Listening on port", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, http.HandlerFunc(receive)))
}
