/** `npm run setup`: installs and builds all that `npm start` needs, for production, where the start does neither. */
import { main, setUp } from './setup.mjs'

await main(() => setUp({ mayInstall: true }))
