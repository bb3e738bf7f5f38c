import { definePlugin } from 'cartwright'
import { maybeCreateProvider } from './create-provider.ts'
import { settings } from './settings.ts'

/** Sends e-mails to customers and users over SMTP. */
export const email = definePlugin({
  name: 'email',
  cartwright: '^0.1.0',
  settings,
  provides(shop) {
    const provider = maybeCreateProvider(settings.of(shop))
    return { notification: provider ? [provider] : [] }
  },
  on: {
    async 'customer.erased'({ payload: { id } }, { em, ...shop }) {
      const { deleteMails } = await import('./delete-mails.ts')
      await deleteMails(em, id, settings.of(shop))
    },
  },
  devPages: { emails: async (request) => (await import('./preview.ts')).previewPage(request) },
})
