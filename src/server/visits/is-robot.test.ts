import { expect, it } from 'vitest'
import { isRobot } from './is-robot.ts'

it.each([
  [''],
  // Search engines and other crawlers.
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)'],
  ['Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)'],
  ['CCBot/2.0 (https://commoncrawl.org/faq/)'],
  // Previews of links.
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['WhatsApp/2.23.20.0'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; WebView/3.0) SkypeUriPreview Preview/0.5'],
  // Programs that drive a browser.
  [`${chrome()} Chrome-Lighthouse`],
  [chrome('HeadlessChrome')],
  // Programs without one.
  ['curl/8.5.0'],
  ['Wget/1.21.4'],
  ['python-requests/2.31.0'],
  ['Go-http-client/1.1'],
])('%j is a robot', (userAgent) => {
  expect(isRobot(userAgent)).toBe(true)
})

it.each([
  [chrome()],
  [`${chrome()} Edg/130.0.0.0`],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  ],
  // The browsers inside Instagram and Facebook, and a phone by the name of Cubot.
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 Instagram 310.0.0.0.0 Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/441.0.0.0]',
  ],
  [
    'Mozilla/5.0 (Linux; Android 12; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  ],
])('%j is a visitor', (userAgent) => {
  expect(isRobot(userAgent)).toBe(false)
})

function chrome(name = 'Chrome') {
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${name}/130.0.0.0 Safari/537.36`
}
