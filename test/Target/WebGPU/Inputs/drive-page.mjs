// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// usage: node drive-page.mjs ROOT STEP.mjs EXPECTED.txt SCREENSHOT.png
// Opens examples/webgpu/index.html in Chromium, without a window, on SwiftShader; waits until
// it has trained; holds what it plots against the losses of the file, one a line; keeps a
// picture.
import {readFileSync} from "node:fs";
import {createServer} from "node:http";
import {join, normalize} from "node:path";
import {pathToFileURL} from "node:url";

const {chromium} = await import(pathToFileURL(`${process.env.MIND_NPM}/node_modules/playwright-core/index.mjs`).href);
const [root, step, expectedFile, screenshot] = process.argv.slice(2);
const expected = readFileSync(expectedFile, "utf8").trim().split("\n").map(Number);
const types = {html: "text/html", mjs: "text/javascript", npy: "application/octet-stream"};

const server = createServer((request, response) => {
  const {pathname} = new URL(request.url, "http://localhost");
  const path = pathname === "/step.mjs" ? step : join(root, normalize(pathname));
  try {
    const bytes = readFileSync(path);
    response.writeHead(200, {"Content-Type": types[path.split(".").at(-1)] ?? "text/plain"});
    response.end(bytes);
  } catch {
    response.writeHead(404);
    response.end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--enable-features=Vulkan"],
});
let faults = 0;
const check = (what, isRight) => {
  console.log(`${what}: ${isRight ? "yes" : "NO"}`);
  faults += !isRight;
};
try {
  const page = await browser.newPage({viewport: {width: 800, height: 640}});
  page.on("console", (message) => console.error(message.text()));
  page.on("pageerror", (error) => console.error(error.message));
  await page.goto(`http://localhost:${server.address().port}/examples/webgpu/index.html?epochs=${expected.length / 24}&step=/step.mjs`);
  await page.waitForFunction(() => document.body.dataset.done, null, {timeout: 120000});
  await page.screenshot({path: screenshot});
  const done = await page.evaluate(() => {
    const plot = document.getElementById("losses");
    return {
      done: document.body.dataset.done,
      status: document.getElementById("status").textContent,
      losses: JSON.parse(plot.dataset.losses ?? "[]"),
      points: [...plot.points].map(({x, y}) => [x, y]),
      size: [plot.getBoundingClientRect().width, plot.getBoundingClientRect().height],
    };
  });
  console.log(done.status);
  check("the page is done", done.done === "true");
  check("a loss for each step", done.losses.length === expected.length && done.points.length === expected.length);
  const worst = Math.max(...done.losses.map((loss, i) => Math.abs(loss - expected[i]) / expected[i]));
  console.error(`the losses differ by ${worst} of themselves at most`);
  check("the losses are those of the interpreter", worst < 1e-3);
  const highest = Math.max(...expected);
  check("the plot shows them", done.points.every(([x, y], i) =>
    Math.abs(x - (100 * i) / (expected.length - 1)) < 0.01 && Math.abs(y - (100 - (95 * expected[i]) / highest)) < 0.2));
  check("the plot is seen", done.size[0] > 300 && done.size[1] > 100);
  check("it learns", done.losses.slice(-8).every((loss) => loss < 0.5 * done.losses[0]));
} finally {
  await browser.close();
  server.close();
}
process.exit(faults ? 1 : 0);
