/** The interface between the server and the web app's built server entry. */

/** The document head of a page, on the server and after client-side navigation. */
export interface Head {
  title: string
  description: string
  /** Canonical path; a page without one is `noindex`. */
  canonical?: string
  /** Path or URL of the Open Graph image. */
  image?: string
  /** Path of the Atom feed. */
  feed?: string
  /** JSON-LD structured data. */
  jsonLd?: object
}

export interface RenderRequest {
  /** Path and query. */
  url: string
  /** Calls the API in process, with the request's cookie. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  isLoggedIn: boolean
}

export type RenderResult =
  | { redirect: string }
  | {
      status: number
      head: Head
      body: string
      /** The dehydrated query cache. */
      state: unknown
      /** Source files of lazily loaded modules, for preloading. */
      modules: string[]
    }

export type Render = (request: RenderRequest) => Promise<RenderResult>
