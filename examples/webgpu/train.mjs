// Trains the network of mlp.mind and plots the loss of each step. In the page's address,
// `?epochs=N` says how long, `?step=URL` which module is the step of training.
import {readDigits, startWeights} from "./data.mjs";

const options = new URLSearchParams(location.search);
const epochs = Number(options.get("epochs") ?? 20);
const plot = document.getElementById("losses");
const status = document.getElementById("status");

/** The losses of all steps, from the first on: the plot's x and y are between 0 and 100. */
export const losses = [];

function draw(numSteps) {
  const highest = Math.max(...losses, 1e-6);
  plot.setAttribute("points", losses.map((loss, i) =>
    `${((100 * i) / Math.max(numSteps - 1, 1)).toFixed(3)},${(100 - (95 * loss) / highest).toFixed(3)}`).join(" "));
  plot.dataset.losses = JSON.stringify(losses);
}

/** A result of one step becomes the argument of the next; what it was is given back. */
function exchange(weights, results) {
  ["result1", "result2", "result3", "result4"].forEach((name, i) => {
    weights[i].destroy?.();
    weights[i] = results[name];
  });
}

async function train() {
  const {Model} = await import(new URL(options.get("step") ?? "./out/step.mjs", document.baseURI));
  const batches = await readDigits("../digits/digits.npy");
  const model = await Model.create();
  const weights = startWeights();
  const numSteps = epochs * batches.length;
  for (let step = 0; step < numSteps; ++step) {
    const [w1, b1, w2, b2] = weights;
    const results = await model.run({w1, b1, w2, b2, rows: batches[step % batches.length]}, {keep: true});
    losses.push((await results.result0.read())[0]);
    results.result0.destroy();
    exchange(weights, results);
    status.textContent = `Step ${step + 1} of ${numSteps}: loss ${losses.at(-1).toFixed(4)}`;
    if (step % 4 === 3 || step + 1 === numSteps) {
      draw(numSteps);
      // The plot is shown before the next step.
      await new Promise(requestAnimationFrame);
    }
  }
  model.destroy();
  document.body.dataset.done = "true";
}

train().catch((error) => {
  status.textContent = error.message;
  status.className = "fault";
  document.body.dataset.done = "failed";
});
