// Takes the pictures of the README from a page of `chivalry report`: pictures.mjs PAGE.html FOLDER [BROWSER]
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [page, folder, executablePath = '/usr/bin/chromium'] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
for (const [name, colorScheme, at] of [['report-time', 'light', '#f-time'], ['report-boards', 'dark', '#boards']]) {
  const context = await browser.newContext({ viewport: { width: 1040, height: 700 }, colorScheme, reducedMotion: 'reduce' });
  const tab = await context.newPage();
  await tab.goto(pathToFileURL(resolve(page)).href);
  await tab.locator(at).evaluate((node) => node.querySelector('h2').scrollIntoView());
  if (at === '#boards') {
    await tab.locator('#player').focus();
    for (let step = 0; step < 3; step++) await tab.keyboard.press('ArrowRight');
    await tab.locator('#player').evaluate((node) => node.blur());
  }
  await tab.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}
await browser.close();
