-- Visits per campus day and page replace one row per visit, which nothing read.
CREATE TABLE daily_visits (
  day INTEGER NOT NULL,
  path TEXT NOT NULL,
  visits INTEGER NOT NULL,
  PRIMARY KEY (day, path)
);

-- Old rows are counted by days of UTC-5: in summer the first hour of a day falls on the day before.
WITH pages (path) AS (
  VALUES ('/'), ('/about'), ('/privacy'), ('/login'), ('/register'), ('/forgot-password'),
    ('/reset-password'), ('/dashboard'), ('/rentals'), ('/rentals/create'), ('/textbooks'),
    ('/textbooks/create'), ('/misc'), ('/misc/create')
  UNION ALL
  SELECT CASE category WHEN 'rental' THEN '/rentals/' WHEN 'textbook' THEN '/textbooks/'
    WHEN 'misc' THEN '/misc/' END || id
  FROM listings
)
INSERT INTO daily_visits (day, path, visits)
SELECT (visited_at - 18000000) / 86400000,
  CASE WHEN path IN (SELECT pages.path FROM pages) THEN path ELSE 'other' END, count(*)
FROM visits
WHERE user_agent <> ''
  AND user_agent !~* 'bot\y|crawl|spider|slurp|preview|facebookexternalhit|lighthouse|curl|wget|python'
GROUP BY 1, 2;

DROP TABLE visits;
