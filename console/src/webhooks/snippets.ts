/** How a receiver verifies a signature. docs/webhooks.md holds the same. */
export const snippets = [
  {
    language: 'JavaScript',
    code: `// npm install standardwebhooks
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET); // whsec_…

app.post('/hook', express.raw({ type: '*/*' }), (request, response) => {
  const event = webhook.verify(request.body, request.headers); // throws unless we sent it
  response.sendStatus(204);
});`,
  },
  {
    language: 'Python',
    code: `# pip install standardwebhooks
from standardwebhooks import Webhook

webhook = Webhook(os.environ["WEBHOOK_SECRET"])  # whsec_…

@app.post("/hook")
def hook():
    event = webhook.verify(request.get_data(), dict(request.headers))  # raises unless we sent it
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
    code: `# gem install standardwebhooks
require "standardwebhooks"

webhook = StandardWebhooks::Webhook.new(ENV["WEBHOOK_SECRET"]) # whsec_…

post "/hook" do
  names = %w[webhook-id webhook-timestamp webhook-signature]
  headers = names.to_h { |name| [name, request.env["HTTP_#{name.upcase.tr("-", "_")}"]] }
  event = webhook.verify(request.body.read, headers) # raises unless we sent it
  status 204
end`,
  },
  {
    language: 'PHP',
    code: `// composer require standard-webhooks/standard-webhooks
$webhook = new \\StandardWebhooks\\Webhook(getenv('WEBHOOK_SECRET')); // whsec_…

$payload = file_get_contents('php://input');
$headers = array_change_key_case(getallheaders());
$event = $webhook->verify($payload, $headers); // throws unless we sent it
http_response_code(204);`,
  },
] as const;
