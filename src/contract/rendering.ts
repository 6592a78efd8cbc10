/** The interface between the server and the web app's built server entry. */
import type { SessionUser } from './accounts.ts'

/** The document head of a page, on the server and after client-side navigation. */
export interface Head {
  title: string
  description: string
  /** Canonical path; a page without one is `noindex`. */
  canonical?: string
  /** The Open Graph image, by path or URL. */
  image?: { src: string; alt: string }
  /** Path of the Atom feed. */
  feed?: string
  /** JSON-LD structured data; its images by path or URL. */
  jsonLd?: { image: string[]; [property: string]: unknown }
}

/** Whom a page is rendered for. Everyone of an audience gets the same bytes, so that they can be cached. */
export type Audience = 'visitors' | 'students'

export interface RenderRequest {
  /** Path and query. */
  url: string
  audience: Audience
  /** Set only where a page is rendered for one person; `fetch` then carries their cookie. */
  user: SessionUser | null
  fetch: ApiFetch
  now: number
}

/** Calls the API: over the network in the browser, in process on the server. */
export type ApiFetch = (path: string, init?: RequestInit) => Promise<ApiResponse>

/** The part of a `Response` that is read. */
export interface ApiResponse extends Pick<Response, 'ok' | 'status' | 'json'> {
  headers: Pick<Headers, 'get'>
}

/** What the browser hydrates from. */
export interface PageState {
  audience: Audience
  /** The dehydrated query cache. */
  queries: unknown
  /** The campus date it was rendered on, YYYY-MM-DD. */
  today: string
}

export type RenderResult =
  | {
      redirect: string
      /** 302 unless the page is there for good. */
      status?: number
    }
  | {
      status: number
      head: Head
      body: string
      state: PageState
      /** Source files of lazily loaded modules, for preloading. */
      modules: string[]
      /** The student whose listing the page shows: they get a rendering of their own. */
      ownerId?: number
    }

export type Render = (request: RenderRequest) => Promise<RenderResult>
