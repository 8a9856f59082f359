// Browsers start no workers from files. The search of a page that is opened from one runs in a frame instead: it has the
// script of the worker, and messages go to and fro as they would.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      this.onmessage = null;
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inside = frame.contentWindow;
      inside.postMessage = (data) => {
        const event = new MessageEvent("message", { data });
        this.dispatchEvent(event);
        this.onmessage?.(event);
      };
      const load = (source) => new Promise((then, fail) => {
        const script = frame.contentDocument.createElement("script");
        script.src = source;
        script.onload = then;
        script.onerror = fail;
        frame.contentDocument.body.append(script);
      });
      inside.importScripts = async (...sources) => {
        for (const source of sources) await load(source);
      };
      this.inside = inside;
      this.ready = load(url);
    }

    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data })));
    }

    terminate() {
      this.inside.frameElement.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}
