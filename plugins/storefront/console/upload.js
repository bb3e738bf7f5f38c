import { t } from './page.js'

/** Stores a picture, with the size that the page reserves for it. */
export async function upload(file) {
  const size = await sizeOf(file)
  const body = new FormData()
  body.append('files', file)
  const response = await fetch(new URL('../../../admin/uploads', import.meta.url), { method: 'POST', body })
  const stored = await response.json().catch(() => ({}))
  if (!response.ok) throw new Error(stored.message ?? `The shop answered with the status ${response.status}`)
  const url = new URL(stored.uploads[0].url)
  return { url: url.origin === location.origin ? url.pathname : url.href, ...size }
}

async function sizeOf(file) {
  const picture = new Image()
  picture.src = URL.createObjectURL(file)
  try {
    await picture.decode()
  } catch {
    throw new Error(t('This file is no picture that a browser can show.'))
  } finally {
    URL.revokeObjectURL(picture.src)
  }
  // An SVG without a size has the one of its view box.
  return {
    width: Math.min(10_000, picture.naturalWidth || 300),
    height: Math.min(10_000, picture.naturalHeight || 100),
  }
}
