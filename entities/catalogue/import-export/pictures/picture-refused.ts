import type { PictureReasons } from '../import-reasons.ts'

export type PictureReason = {
  [Name in keyof PictureReasons]: { name: Name } & PictureReasons[Name]
}[keyof PictureReasons]

const TEXTS: { [Name in keyof PictureReasons]: (reason: PictureReasons[Name]) => string } = {
  picture_status: ({ status }) => `The server answered with the status ${status}.`,
  picture_redirects: () => 'The server redirects too often.',
  picture_address_invalid: () => 'The address is not valid.',
  picture_address_private: () => 'The address leads to a private network.',
  picture_too_slow: () => 'The server did not answer in time.',
  picture_server_unreachable: () => 'The server cannot be reached.',
  picture_too_large: ({ maximum }) => `The picture is larger than ${maximum} MB.`,
  picture_incomplete: () => 'The server did not send the whole picture.',
  picture_format_hidden: ({ format }) => `Browsers do not show ${format} pictures. Save the picture as JPEG.`,
  picture_is_page: () => 'The server sent a web page instead of a picture.',
  picture_unreadable: () => 'The file is not a picture.',
  picture_not_stored: () => 'The picture could not be stored.',
}

/** A picture of another server that the shop does not store. */
export class PictureRefused extends Error {
  readonly reason: PictureReason
  /** Whether a later attempt can succeed. */
  readonly mayPass: boolean

  constructor(reason: PictureReason, { mayPass = false } = {}) {
    super((TEXTS[reason.name] as (reason: PictureReason) => string)(reason))
    this.reason = reason
    this.mayPass = mayPass
  }
}
