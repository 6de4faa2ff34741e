import { defineConfig } from '@playwright/test'
import { findJourneyBrowser } from './scripts/find-browser.mjs'

const executablePath = findJourneyBrowser()

export default defineConfig({
  outputDir: 'test-results',
  // A journey that passes only at the second try is flaky, and flaky means broken.
  retries: 0,
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // Generous for busy machines; a working journey never takes this long.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Pages then load from the server, as on a first visit. Journeys of the installed app allow them.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Clicks wait for animations to end, and drawing them takes a tenth of the browser's processor time.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Chromium's own sandbox refuses to run as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // The browser connects to the bank only.
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // There is none: drawing without its process takes less processor time.
        '--disable-gpu',
        // The headless shell otherwise widens letters to whole pixels, which no user's browser does.
        '--font-render-hinting=none',
      ],
    },
  },
  // `npm test` runs the journeys that a release depends on, `npm run test:campaigns` the others.
  projects: [
    { name: 'release', testDir: 'e2e/release' },
    { name: 'campaign', testDir: 'e2e/campaign' },
  ],
})
