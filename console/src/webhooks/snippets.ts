/** How a receiver verifies a signature. docs/webhooks.md has the same code. */
export const snippets = [
  {
    language: 'JavaScript',
    code: `// npm install express standardwebhooks
import express from 'express';
import { Webhook } from 'standardwebhooks';

const { WEBHOOK_SECRET, PORT = '4000' } = process.env; // whsec_…
const webhook = new Webhook(WEBHOOK_SECRET);
const app = express();

app.post('/hook', express.raw({ type: '*/*' }), (request, response) => {
  let event;
  try {
    event = webhook.verify(request.body, request.headers);
  } catch {
    return response.sendStatus(400); // we did not send it
  }
  console.log(event.type);
  response.sendStatus(204);
});

app.listen(Number(PORT));`,
  },
  {
    language: 'Python',
    code: `# pip install flask standardwebhooks
import os

from flask import Flask, request
from standardwebhooks import Webhook

app = Flask(__name__)
webhook = Webhook(os.environ["WEBHOOK_SECRET"])  # whsec_…

@app.post("/hook")
def hook():
    try:
        event = webhook.verify(request.get_data(), dict(request.headers))
    except Exception:
        return "", 400  # we did not send it
    return "", 204`,
  },
  {
    language: 'Go',
    code: `// go get github.com/standard-webhooks/standard-webhooks/libraries/go
webhook, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET")) // whsec_…

http.HandleFunc("/hook", func(w http.ResponseWriter, r *http.Request) {
	payload, _ := io.ReadAll(r.Body)
	if err := webhook.Verify(payload, r.Header); err != nil {
		w.WriteHeader(http.StatusBadRequest) // we did not send it
		return
	}
	w.WriteHeader(http.StatusNoContent)
})`,
  },
  {
    language: 'Ruby',
    code: `# gem install sinatra standardwebhooks
require "sinatra"
require "standardwebhooks"

webhook = StandardWebhooks::Webhook.new(ENV["WEBHOOK_SECRET"]) # whsec_…

post "/hook" do
  names = %w[webhook-id webhook-timestamp webhook-signature]
  headers = names.to_h { |name| [name, request.env["HTTP_#{name.upcase.tr("-", "_")}"]] }
  begin
    event = webhook.verify(request.body.read, headers)
  rescue StandardError
    halt 400 # we did not send it
  end
  status 204
end`,
  },
  {
    language: 'PHP',
    code: `// composer require standard-webhooks/standard-webhooks
$webhook = new \\StandardWebhooks\\Webhook(getenv('WEBHOOK_SECRET')); // whsec_…

$payload = file_get_contents('php://input');
$headers = array_change_key_case(getallheaders());
try {
    $event = $webhook->verify($payload, $headers);
} catch (\\Exception) {
    http_response_code(400); // we did not send it
    exit;
}
http_response_code(204);`,
  },
] as const;
