import { z } from 'zod'
import { resource } from '../reading/resource.ts'

/** An application that the shop is connected with. Texts in `data` are masked. */
export const AppResource = resource('OAuthApp', {
  id: z.string(),
  display_name: z.string(),
  application_name: z.string(),
  install_url: z.string().nullable(),
  uninstall_url: z.string().nullable(),
  data: z.record(z.string(), z.unknown()).nullable(),
})
export interface AppView extends z.output<typeof AppResource> {}
