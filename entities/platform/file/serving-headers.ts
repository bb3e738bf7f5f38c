export interface ServingHeaders {
  contentType: string
  disposition: 'inline' | 'attachment'
}

const INLINE_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  gif: 'image/gif',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain; charset=utf-8',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
}

/** Has no type that a page can run or apply: no script, style, document, JSON or XML. */
const ATTACHMENT_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  glb: 'model/gltf-binary',
  // An <img> element also shows an SVG attachment, but never runs its scripts.
  svg: 'image/svg+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
}

export function servingHeadersOf(key: string): ServingHeaders {
  const extension = /\.([a-z0-9]+)$/.exec(key)?.[1] ?? ''
  const inlineType = Object.hasOwn(INLINE_TYPES, extension) ? INLINE_TYPES[extension] : undefined
  if (inlineType) return { contentType: inlineType, disposition: 'inline' }
  const attachmentType = Object.hasOwn(ATTACHMENT_TYPES, extension) ? ATTACHMENT_TYPES[extension] : undefined
  return { contentType: attachmentType ?? 'application/octet-stream', disposition: 'attachment' }
}
