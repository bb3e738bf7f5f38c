import { setTimeout as pause } from 'node:timers/promises'
import { Connection } from '../../../../bench/connection.ts'
import type { Login } from '../../../../bench/shop.ts'

const IMAGE_BYTES = 3_000_000

/** Returns the paths of an image and of an export of all products. Strangers can read both with these paths. */
export async function createLargeFiles({ url, email, password }: Login): Promise<string[]> {
  const admin = new Connection(url)
  await admin.logIn(email, password)
  const key = await exportProducts(admin)
  const { download_url } = await admin.post<{ download_url: string }>('/admin/uploads/download-url', { file_key: key })
  admin.close()
  return [await uploadImage({ url, email, password }), download_url].map(pathOf)
}

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

interface BatchJob {
  id: string
  status: string
  result: { file_key: string }
}

async function exportProducts(admin: Connection): Promise<string> {
  const input = { type: 'product-export', context: {}, dry_run: false }
  let { batch_job: job } = await admin.post<{ batch_job: BatchJob }>('/admin/batch-jobs', input)
  while (job.status !== 'completed') {
    if (job.status === 'failed') throw new Error('The export of the products failed')
    await pause(50)
    job = (await admin.get<{ batch_job: BatchJob }>(`/admin/batch-jobs/${job.id}`)).batch_job
  }
  return job.result.file_key
}

async function uploadImage({ url, email, password }: Login): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const login = await fetch(`${url}/admin/auth`, { method: 'POST', headers, body: JSON.stringify({ email, password }) })
  const form = new FormData()
  form.append('files', new Blob([Buffer.alloc(IMAGE_BYTES)]), 'large.png')
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const answer = await fetch(`${url}/admin/uploads`, { method: 'POST', headers: { cookie }, body: form })
  const { uploads } = (await answer.json()) as { uploads: { url: string }[] }
  return uploads[0]!.url
}
