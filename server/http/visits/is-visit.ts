import type { Request, Response } from 'express'

/**
 * Returns whether a browser opened a page for a person. Not counted: robots, prefetched pages, parts of pages, errors, and persons
 * whose browser sends Do Not Track or Global Privacy Control.
 */
export function isVisit(req: Request, res: Response): boolean {
  return (
    req.method === 'GET' &&
    isPage(res) &&
    (req.get('accept') ?? '').includes('text/html') &&
    (req.get('sec-fetch-dest') ?? 'document') === 'document' &&
    !PREFETCH.test(`${req.get('sec-purpose') ?? ''} ${req.get('purpose') ?? ''}`) &&
    req.get('dnt') !== '1' &&
    req.get('sec-gpc') !== '1' &&
    isBrowser(req.get('user-agent') ?? '')
  )
}

const PREFETCH = /prefetch|prerender/i

function isPage(res: Response): boolean {
  const type = res.get('content-type')
  return res.statusCode === 304 || (res.statusCode === 200 && type !== undefined && type.startsWith('text/html'))
}

const ROBOT =
  /bot\b|bot[/_;-]|crawl|spider|slurp|scrap|preview|headless|lighthouse|pagespeed|monitor|uptime|pingdom|checker|validator|archiver|facebookexternalhit|mediapartners|google-|feedfetcher|phantom|selenium|puppeteer|playwright|python|curl|wget|httpclient|okhttp|java\/|http:\/\/|https:\/\/|\+http|compatible;(?! msie)/i

/** All browsers begin with Mozilla. Robots that want to be recognised name themselves or an address. */
const isBrowser = (userAgent: string): boolean => userAgent.startsWith('Mozilla/5.0 (') && !ROBOT.test(userAgent)
