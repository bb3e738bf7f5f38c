const MAX_LENGTH = 200

/** Returns one line of text in which a mail program finds no link: `evil.example/pay` becomes `evil. example/pay`. */
export function withoutLinks(text: string | null): string | null {
  if (text === null) return null
  return text
    .slice(0, MAX_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll(/:(?=[/\\\p{L}\p{N}])/gu, ': ')
    .replaceAll(/[.\u3002\uFF0E\uFF61](?=[\p{L}\p{N}])/gu, '. ')
}
