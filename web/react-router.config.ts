import type { Config } from '@react-router/dev/config'
import { NOT_FOUND_PAGE, PRERENDERED_PAGES } from '../contract/src/pages.ts'
import { compressAssets } from './compress-assets.ts'

export default {
  ssr: false,
  prerender: [...PRERENDERED_PAGES, NOT_FOUND_PAGE],
  buildDirectory: '../build/web',
  async buildEnd({ reactRouterConfig }) {
    await compressAssets(`${reactRouterConfig.buildDirectory}/client`)
  },
} satisfies Config
