// Hides the announcements that this browser has dismissed before anything is painted, so that nothing moves later. It is
// loaded only by pages that have announcements. `src/web/site/announcements.tsx` writes the list. The content security
// policy allows no style element, but it allows this.
try {
  const keys = JSON.parse(localStorage.getItem('dismissed-announcements'))
  const sheet = new CSSStyleSheet()
  for (const key of keys) {
    sheet.insertRule(`[data-announcement="${CSS.escape(key)}"]{display:none}`)
  }
  document.adoptedStyleSheets = [sheet]
} catch {
  // Nothing was dismissed, or there is no storage.
}
