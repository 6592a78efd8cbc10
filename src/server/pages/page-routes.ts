import type { FastifyReply, FastifyRequest } from 'fastify'
import { campus, findUniversity } from '#campus/campus.ts'
import { pageCampus } from '#campus/page-campus.ts'
import type { RequestUser, SessionUser } from '#contract/accounts.ts'
import { statusByErrorCode } from '#contract/errors.ts'
import { sharedPhotosField, sharePath } from '#contract/offline.ts'
import { pagePaths } from '#contract/paths.ts'
import type { RenderRequest, ShownAnnouncement } from '#contract/rendering.ts'
import { parseTheme, type Theme, themeCookie } from '#contract/theme.ts'
import { nextCampusHour } from '#format/campus-date.ts'
import type { AnnouncementSource } from '../campus/announcements.ts'
import { look } from '../campus/look.ts'
import { minuteMs } from '../durations.ts'
import { temporarilyUnavailable } from '../errors.ts'
import type { App } from '../http/app-types.ts'
import { acceptedEncoding } from '../http/compression.ts'
import { nameStudent } from '../http/no-store.ts'
import {
  encodeResponse,
  type PreparedResponse,
  prepareTextResponse,
  sendResponse,
} from '../http/prepared-response.ts'
import { sendErrorPage } from '../http/send-error-page.ts'
import type { ResponseCache } from '../response-cache/response-cache.ts'
import { renderDocument } from './document.ts'
import { audienceFetch, personalFetch } from './in-process-fetch.ts'
import { normalizePageUrl } from './normalize-page-url.ts'
import type { WebApp } from './web-build.ts'

interface PageDeps {
  web: WebApp
  appUrl: string
  responseCache: ResponseCache
  announcements: Pick<AnnouncementSource, 'shownTo'>
  readSessionUser: (user: RequestUser) => Promise<SessionUser>
  now: () => number
}

const html = 'text/html; charset=utf-8'
/** The cookie is included, because visitors and students get different pages at one address. */
const pageVary = 'accept-encoding, cookie'
const hasToken = (url: string) => new URL(url, 'http://localhost').searchParams.has('token')

/** How long the landing page is cached. Each rendering shuffles its gallery, so its order changes even on quiet days. */
const landingTtlMs = minuteMs

/** Returns when a page expires, whatever it shows: pages write "today" and "2 days ago". */
const latestExpiry = (url: string, now: number) =>
  url === pagePaths.home ? now + landingTtlMs : nextCampusHour(now, 0)

interface RenderedPage {
  response: PreparedResponse
  ownerId?: number | undefined
}

/** Adds the route of all pages: every path outside /api. The web side's route table decides which pages exist. */
export function pageRoutes(app: App, deps: PageDeps) {
  const { web, appUrl, responseCache, announcements, readSessionUser, now } = deps

  async function renderPage(
    request: Omit<RenderRequest, 'campus'>,
    theme: Theme,
  ): Promise<RenderedPage> {
    const settings = pageCampus(request.now)
    const result = await web.render({ ...request, campus: settings })
    if ('redirect' in result) {
      const headers = { location: result.redirect }
      return { response: { status: result.status ?? 302, headers, body: Buffer.alloc(0) } }
    }
    const { status, head, body, state, modules, ownerId } = result
    const { announcements = [] } = request
    const hasAnnouncements = announcements.length > 0
    const text = renderDocument({
      head,
      body,
      state: { ...state, campus: settings, ...(hasAnnouncements && { announcements }) },
      hasAnnouncements,
      assetTags: web.assetTags(modules),
      appUrl,
      theme,
    })
    const plain = prepareTextResponse(html, text)
    const headers = { ...plain.headers, vary: pageVary }
    const response = { ...plain, headers, status }
    return { response: status === 503 ? withRetryAfter(response) : response, ownerId }
  }

  /**
   * Returns what a request's page announces. An unconfirmed student has not proved to be at a university, and sees what
   * is for everyone.
   */
  function announcementsFor({ user }: FastifyRequest): ShownAnnouncement[] {
    const isProven = user !== null && user.confirmation !== 'required'
    const university = isProven ? findUniversity(user.email)?.shortName : undefined
    return announcements.shownTo(university, now())
  }

  async function renderForAudience(
    url: string,
    request: FastifyRequest,
    shown: ShownAnnouncement[],
  ) {
    const { audience } = request
    const { fetch, readCaching } = audienceFetch(app, request, audience)
    const time = now()
    const asked = { url, audience, user: null, fetch, now: time, announcements: shown }
    const page = await renderPage(asked, themeOf(request))
    const { tags, expiresAt, isUnchanged } = readCaching()
    return {
      ...page,
      tags: page.response.status === 200 || isGone(page) ? tags : null,
      expiresAt: Math.min(latestExpiry(url, time), expiresAt),
      isUnchanged,
    }
  }

  /** Sends a page that is never cached, neither here nor in the browser. */
  async function sendPersonal(url: string, request: FastifyRequest, reply: FastifyReply) {
    const { audience } = request
    const user = request.user && (await readSessionUser(request.user))
    const fetch = personalFetch(app, request)
    const shown = announcementsFor(request)
    const asked = { url, audience, user, fetch, now: now(), announcements: shown }
    const { response } = await renderPage(asked, themeOf(request))
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    reply.header('cache-control', 'no-store')
    // The link from an email must not appear in a Referer header.
    if (hasToken(url)) reply.header('referrer-policy', 'no-referrer')
    return sendResponse(request, reply, await encodeResponse(response, encoding))
  }

  app.get(
    '/manifest.webmanifest',
    { schema: { hide: true }, config: { skipSession: true, isServedDuringSetup: true } },
    async (request, reply) => {
      // The name and the icons may change at any time, so browsers ask again.
      reply.header('cache-control', 'no-cache')
      const manifest = prepareTextResponse(
        'application/manifest+json',
        JSON.stringify(webManifest()),
      )
      return sendResponse(request, reply, manifest)
    },
  )

  // The service worker takes shared photos itself. Without it, they cannot follow to the form, and the page says so.
  app.post(
    sharePath,
    {
      schema: { hide: true },
      config: { skipSession: true, hasNoEffect: true },
      // Answers before the body is read.
      onRequest: async (_request, reply) => reply.redirect(`${pagePaths.sell}?shared=0`, 303),
    },
    async () => undefined,
  )

  app.register(async (pages) => {
    pages.setErrorHandler(sendErrorPage)
    pages.get('/*', { schema: { hide: true } }, async (request, reply) => {
      const { user, audience, headers, versions } = request
      nameStudent(request, reply)
      const { url, isShared, isMoved } = normalizePageUrl(request.url)
      if (isMoved) return reply.redirect(url)
      // Unconfirmed and suspended students see less than others, so they do not share a rendering with them.
      const seesLess = user && (user.confirmation === 'required' || user.suspension)
      // The landing page of a student begins with what is new for them.
      const hasFeed = user && url === pagePaths.home
      if (!isShared || seesLess || hasFeed) return sendPersonal(url, request, reply)
      const encoding = acceptedEncoding(headers['accept-encoding'])
      // Students of one university may see other announcements than all others, so they share a rendering only with those
      // who see the same.
      const shown = announcementsFor(request)
      const shownKeys = shown.map(({ key }) => key).join()
      const { response, ownerId } = await responseCache.get(
        { key: `${audience} ${themeOf(request)} ${shownKeys} ${url}`, encoding, versions },
        () => renderForAudience(url, request, shown),
      )
      // A listing that answers 410 to others may still have a page for its owner.
      const mayBeOwner = user !== null && (user.id === ownerId || isGone({ response }))
      return mayBeOwner ? sendPersonal(url, request, reply) : sendResponse(request, reply, response)
    })
  })
}

/** Describes the site to phones that put it on the home screen. */
function webManifest() {
  const { files } = look()
  const icon = (src: string, size: number, purpose: 'any' | 'maskable') => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    name: campus.brand,
    short_name: campus.brand,
    description: 'Buy, sell and rent, right on campus.',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    share_target: {
      action: sharePath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: sharedPhotosField, accept: ['image/*'] }] },
    },
    background_color: '#fbf7ee',
    theme_color: '#fbf7ee',
    icons: [
      icon(files.icon192, 192, 'any'),
      icon(files.icon512, 512, 'any'),
      icon(files.maskable, 512, 'maskable'),
    ],
  }
}

const themeOf = ({ cookies }: FastifyRequest) => parseTheme(cookies[themeCookie])

const isGone = ({ response }: RenderedPage) => response.status === statusByErrorCode.gone

function withRetryAfter(response: PreparedResponse): PreparedResponse {
  const retryAfter = String(temporarilyUnavailable().retryAfterSeconds)
  return { ...response, headers: { ...response.headers, 'retry-after': retryAfter } }
}
