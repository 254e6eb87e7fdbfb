import { measured } from './measurements.ts';

export const languages = ['curl', 'JavaScript', 'Python'] as const;
export type Language = (typeof languages)[number];

export interface Endpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** Name, type and meaning. */
  readonly parameters: readonly (readonly [name: string, type: string, meaning: string])[];
  readonly errors: readonly (readonly [status: number, text: string])[];
  /** A complete request in each language, for the given origin. */
  readonly samples: (origin: string) => Readonly<Record<Language, string>>;
  /** What comes back when all went well. */
  readonly answer: string;
}

/** The four endpoints that the specification lists, each with samples; every call is in contracts/api/operations.ts. */
export const endpoints: readonly Endpoint[] = [
  {
    id: 'auth',
    method: 'POST',
    path: '/api/auth/google',
    title: 'Sign in',
    text: 'Exchanges a Google ID token for a session token, which is valid for seven days. Public.',
    parameters: [['credential', 'string', 'The ID token that Google Identity Services returned']],
    errors: [
      [400, 'Invalid credential or missing field'],
      [401, 'Google authentication failed'],
    ],
    samples: (origin) => ({
      curl: `curl -X POST ${origin}/api/auth/google \\
  -H "Content-Type: application/json" \\
  -d '{"credential": "GOOGLE_ID_TOKEN"}'`,
      JavaScript: `const response = await fetch('${origin}/api/auth/google', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ credential: googleIdToken }),
});
const { token } = await response.json();`,
      Python: `import requests

response = requests.post(
    "${origin}/api/auth/google",
    json={"credential": google_id_token},
)
token = response.json()["token"]`,
    }),
    answer: `HTTP/1.1 200 OK
Content-Type: application/json

{"token": "eyJhbGciOiJIUzI1NiIs..."}`,
  },
  {
    id: 'compress',
    method: 'POST',
    path: '/api/compress',
    title: 'Compress one file',
    text: 'Takes one file and answers with its smaller self, in the same format. PDF, JPEG, PNG, WebP and PPTX, less than 200\u00a0MB. Public.',
    parameters: [
      ['file', 'file', 'The file, as multipart form data'],
      ['preset', 'string, optional', 'small, balanced (default), high or lossless'],
      [
        'target',
        'string, optional',
        'A size to reach, such as 300KB or 20MB; X-Target-Met says whether it was met',
      ],
      [
        'keep',
        'string, optional',
        'What stays of descriptions: none, all, or some of copyright, date, location, camera',
      ],
    ],
    errors: [
      [400, 'No file uploaded or unsupported file type'],
      [500, 'Compression failed'],
    ],
    samples: (origin) => ({
      curl: `curl -f ${origin}/api/compress \\
  -F "file=@report.pdf" \\
  -o report-small.pdf`,
      JavaScript: `const form = new FormData();
form.append('file', file);

const response = await fetch('${origin}/api/compress', {
  method: 'POST',
  body: form,
});
if (!response.ok) throw new Error((await response.json()).error);
const compressed = await response.blob();`,
      Python: `import requests

with open("report.pdf", "rb") as file:
    response = requests.post(
        "${origin}/api/compress",
        files={"file": file},
    )
response.raise_for_status()
with open("report-small.pdf", "wb") as result:
    result.write(response.content)`,
    }),
    answer: `HTTP/1.1 200 OK
Content-Type: application/pdf
Content-Disposition: attachment; filename="featherpress_report.pdf"
X-Original-Size: ${measured.reportPdf.fromBytes}
X-Compressed-Size: ${measured.reportPdf.toBytes}

(the compressed file)`,
  },
  {
    id: 'batch',
    method: 'POST',
    path: '/api/compress/batch',
    title: 'Compress up to ten files',
    text: 'Takes up to ten files of any supported kind and answers with a zip of the results. Public.',
    parameters: [['files', 'file, repeated', 'One part for each file, 10 at most']],
    errors: [
      [400, 'No files uploaded or unsupported file types'],
      [500, 'Batch compression failed'],
    ],
    samples: (origin) => ({
      curl: `curl -f ${origin}/api/compress/batch \\
  -F "files=@report.pdf" \\
  -F "files=@cover.jpg" \\
  -F "files=@slides.pptx" \\
  -o compressed.zip`,
      JavaScript: `const form = new FormData();
for (const file of files) form.append('files', file);

const response = await fetch('${origin}/api/compress/batch', {
  method: 'POST',
  body: form,
});
if (!response.ok) throw new Error((await response.json()).error);
const zip = await response.blob();`,
      Python: `import requests

names = ["report.pdf", "cover.jpg", "slides.pptx"]
response = requests.post(
    "${origin}/api/compress/batch",
    files=[("files", open(name, "rb")) for name in names],
)
response.raise_for_status()
with open("compressed.zip", "wb") as result:
    result.write(response.content)`,
    }),
    answer: `HTTP/1.1 200 OK
Content-Type: application/zip

(a zip with one result for each file)`,
  },
  {
    id: 'profile',
    method: 'GET',
    path: '/api/protected/dashboard',
    title: 'Read the profile',
    text: 'Answers with name, email and picture of the person to whom the session token belongs. Needs the token as a bearer token.',
    parameters: [['Authorization', 'header', 'Bearer, a space, and the token from signing in']],
    errors: [
      [401, 'Missing or invalid token'],
      [403, 'Token expired or unauthorized'],
    ],
    samples: (origin) => ({
      curl: `curl ${origin}/api/protected/dashboard \\
  -H "Authorization: Bearer $TOKEN"`,
      JavaScript: `const response = await fetch('${origin}/api/protected/dashboard', {
  headers: { Authorization: \`Bearer \${token}\` },
});
const { user } = await response.json();`,
      Python: `import requests

response = requests.get(
    "${origin}/api/protected/dashboard",
    headers={"Authorization": f"Bearer {token}"},
)
user = response.json()["user"]`,
    }),
    answer: `HTTP/1.1 200 OK
Content-Type: application/json

{
  "user": {
    "name": "Ama Owusu",
    "email": "ama@example.com",
    "picture": "https://lh3.googleusercontent.com/..."
  }
}`,
  },
];
