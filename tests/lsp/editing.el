;; Use the server in Emacs with Eglot: diagnostics, hover, completion, definition, rename, symbols and formatting, as JSON.
;; Run as `emacs --batch -q -l editing.el`; the environment has PTXISA_PYTHON and PTXISA_RESULT.

(require 'package)
(package-initialize)
(require 'eglot)
(require 'json)

(define-derived-mode ptx-mode prog-mode "PTX" (setq-local comment-start "// "))
(add-to-list 'auto-mode-alist '("\\.ptx\\'" . ptx-mode))
(add-to-list 'eglot-server-programs
             `(ptx-mode . (,(getenv "PTXISA_PYTHON") "-m" "ptxisa" "lsp" :initializationOptions (:target "sm_80"))))

(defun ask (method place &rest extra)
  "Send a request of METHOD at the end of the text PLACE, with EXTRA parameters."
  (goto-char (point-min))
  (search-forward place)
  (jsonrpc-request (eglot--current-server-or-lose) method (append (eglot--TextDocumentPositionParams) extra)))

(find-file "kernel.ptx")
(setq eglot-sync-connect 60)
(apply #'eglot (eglot--guess-contact))
(let ((deadline (+ (float-time) 30)))
  (while (and (< (float-time) deadline) (null (flymake-diagnostics)))
    (accept-process-output nil 0.1)
    (flymake-start)))
(let* ((diagnostics (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))
       (hover (plist-get (plist-get (ask :textDocument/hover "add.u16") :contents) :value))
       (definition (ask :textDocument/definition "bra DON"))
       (range (plist-get (if (vectorp definition) (aref definition 0) definition) :range))
       (items (plist-get (ask :textDocument/completion "ld.param.u32 ") :items))
       (first (plist-get (aref items 0) :label))
       (document `(:textDocument ,(eglot--TextDocumentIdentifier)))
       (symbols (jsonrpc-request (eglot--current-server-or-lose) :textDocument/documentSymbol document)))
  (goto-char (point-min))
  (search-forward "mov.u32 %r")
  (eglot-rename "%value")
  (goto-char (point-min))
  (search-forward "    ld.param.u32")
  (replace-match "          ld.param.u32" t t)
  (eglot-format-buffer)
  (with-temp-file (getenv "PTXISA_RESULT")
    (insert (json-encode `((diagnostics . ,(vconcat diagnostics))
                           (hover . ,hover)
                           (line . ,(plist-get (plist-get range :start) :line))
                           (completion . ,first)
                           (symbols . ,(vconcat (mapcar (lambda (symbol) (plist-get symbol :name)) symbols)))
                           (renamed . ,(with-current-buffer "kernel.ptx"
                                         (buffer-substring-no-properties (point-min) (point-max)))))))))
