/** The interface between the server and the web app's built server entry. */
import type { PageCampus } from '#campus/page-campus.ts'
import type { SessionUser } from './accounts.ts'

/** The head of a page's document, on the server and after client-side navigation. */
export interface Head {
  title: string
  description: string
  /** The canonical path. A page without one is `noindex`. */
  canonical?: string
  /** The Open Graph image, as a path or URL. */
  image?: { src: string; alt: string }
  /** The path of the Atom feed. */
  feed?: string
  /** JSON-LD structured data. Its images are paths or URLs. */
  jsonLd?: { image: string[]; [property: string]: unknown }
}

/** The audience of a page. Everyone in an audience gets the same bytes, so that the page can be cached. */
export type Audience = 'visitors' | 'students'

/** An announcement on top of a page. */
export interface ShownAnnouncement {
  /** The id and the version: a browser that has dismissed this key does not show it again. */
  key: string
  text: string
  link: string | null
  /** Whether it is only for the students of one university. */
  isForUniversity: boolean
}

export interface RenderRequest {
  /** The path and query of the page. */
  url: string
  audience: Audience
  /** The user, only if the page is rendered for one person; `fetch` then sends their cookie. */
  user: SessionUser | null
  fetch: ApiFetch
  now: number
  /** The built pages are modules of their own, so the server tells them its campus. */
  campus?: PageCampus
  /** What the page announces. Pages with other announcements have other keys in the cache. */
  announcements?: readonly ShownAnnouncement[]
}

/** Calls the API: over the network in the browser, in process on the server. */
export type ApiFetch = (path: string, init?: RequestInit) => Promise<ApiResponse>

/** The part of a `Response` that the app reads. */
export interface ApiResponse extends Pick<Response, 'ok' | 'status' | 'json'> {
  headers: Pick<Headers, 'get'>
}

/** The state from which the browser hydrates the page. */
export interface PageState {
  audience: Audience
  /** The dehydrated query cache. */
  queries: unknown
  /** The campus date of the rendering, YYYY-MM-DD. */
  today: string
  campus: PageCampus
  announcements?: readonly ShownAnnouncement[]
  /** The ids of the page's routes. Matching them again in the browser takes time. */
  routeIds: string[]
}

export type RenderResult =
  | {
      redirect: string
      /** The status is 302, unless the redirect is permanent. */
      status?: number
    }
  | {
      status: number
      head: Head
      body: string
      state: Omit<PageState, 'campus'>
      /** The source files of lazily loaded modules, for preloading. */
      modules: string[]
      /** The student whose listing the page shows. They get their own rendering. */
      ownerId?: number
    }

export type Render = (request: RenderRequest) => Promise<RenderResult>
