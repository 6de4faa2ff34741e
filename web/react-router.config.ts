import type { Config } from '@react-router/dev/config'
import { PRERENDERED_PATHS } from '../contract/src/settings/pages.ts'
import { compressAssets } from './compress-assets.ts'
import { buildServiceWorker } from './service-worker/build-service-worker.ts'

export default {
  ssr: false,
  splitRouteModules: false,
  prerender: [...PRERENDERED_PATHS],
  buildDirectory: '../build/web',
  async buildEnd({ reactRouterConfig }) {
    await buildServiceWorker(`${reactRouterConfig.buildDirectory}/client`)
    await compressAssets(`${reactRouterConfig.buildDirectory}/client`)
  },
} satisfies Config
