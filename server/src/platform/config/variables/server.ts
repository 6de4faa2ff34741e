import { host, networks, oneOf, origin, text, toggle, wholeNumber } from '../value-types.ts'
import { KEY_PROGRAMS, PROGRAMS, type Variable } from '../variable.ts'

export const SERVER = {
  PORT: {
    meaning: 'the port to listen on; 0: the operating system chooses one',
    type: wholeNumber(65_535),
    default: '3000',
    usedBy: ['start'],
  },
  HOST: { meaning: 'the address to listen on', type: host, default: '127.0.0.1', usedBy: ['start'] },
  PUBLIC_URL: {
    // A request's Host header never decides it: anyone can forge that.
    meaning: 'the origin at which people reach the bank; links in emails and passkeys use it. Set it behind a proxy',
    type: origin,
    default: null,
    defaultText: 'the address it listens on',
    noneText: '(the address the server listens on)',
    usedBy: ['start', 'doctor'],
    expectedInProduction: true,
  },
  TRUST_PROXY: {
    meaning: 'comma-separated addresses and networks whose forwarded headers are trusted',
    type: networks,
    default: null,
    usedBy: ['start'],
  },
  RATE_LIMIT: {
    meaning:
      '`off` disables the request rate limits (behind a gateway, in benchmarks), never the limits on attempts at a secret',
    type: toggle,
    default: 'on',
    usedBy: ['start'],
  },
  DRAIN_SECONDS: {
    meaning:
      'how long a server that stops still serves, while `/api/readyz` answers 503: longer than the load balancer takes to notice',
    type: wholeNumber(60),
    default: '0',
    usedBy: ['start'],
  },
  API_DOCS: {
    meaning: '`off`: `/api/docs` and `/api/v1/openapi.json` answer 404',
    type: toggle,
    default: 'on',
    usedBy: ['start'],
  },
  LOG_LEVEL: {
    meaning: 'what is logged, from this level on',
    type: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: ({ demo, atTerminal }) => (demo && atTerminal ? 'warn' : 'info'),
    defaultText: 'info; warn for a demonstration at a terminal',
    usedBy: ['start'],
  },
  NODE_ENV: {
    meaning: '`production`: no demonstration, logs in JSON, and `npm start` installs and builds nothing',
    // A misspelt `production` would be a demonstration with public passwords.
    type: oneOf('production', 'development', 'test'),
    default: null,
    usedBy: KEY_PROGRAMS,
  },
  ENV_FILE: {
    meaning: 'a file with variables that the environment does not set; `off`: none',
    type: text,
    default: '.env',
    defaultText: '`.env` in the working directory',
    usedBy: PROGRAMS,
  },
} satisfies Record<string, Variable>
