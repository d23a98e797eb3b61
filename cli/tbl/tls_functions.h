/* SPDX-License-Identifier: Apache-2.0 */
/* tls_functions.h - the GnuTLS functions in use, for cli/lazy_tls.c: F(type, result without the
 * library, name, parameters, arguments), and V(name, parameters, arguments) for those that return
 * nothing. The linker reports a missing row. */
/* clang-format off */
F(int, MISSING, gnutls_alert_send_appropriate, (gnutls_session_t a, int b), (a, b))
F(int, MISSING, gnutls_alpn_get_selected_protocol, (gnutls_session_t a, gnutls_datum_t *b), (a, b))
F(int, MISSING, gnutls_alpn_set_protocols,
  (gnutls_session_t a, const gnutls_datum_t *b, unsigned c, unsigned d), (a, b, c, d))
F(int, MISSING, gnutls_base64_encode2, (const gnutls_datum_t *a, gnutls_datum_t *b), (a, b))
F(int, MISSING, gnutls_bye, (gnutls_session_t a, gnutls_close_request_t b), (a, b))
F(int, MISSING, gnutls_certificate_allocate_credentials, (gnutls_certificate_credentials_t *a), (a))
V(gnutls_certificate_free_credentials, (gnutls_certificate_credentials_t a), (a))
F(const gnutls_datum_t *, NULL, gnutls_certificate_get_peers,
  (gnutls_session_t a, unsigned *b), (a, b))
V(gnutls_certificate_server_set_request,
  (gnutls_session_t a, gnutls_certificate_request_t b), (a, b))
F(int, MISSING, gnutls_certificate_set_x509_key_mem,
  (gnutls_certificate_credentials_t a, const gnutls_datum_t *b,
  const gnutls_datum_t *c, gnutls_x509_crt_fmt_t d), (a, b, c, d))
F(int, MISSING, gnutls_certificate_set_x509_system_trust, (gnutls_certificate_credentials_t a), (a))
F(int, MISSING, gnutls_certificate_set_x509_trust_file,
  (gnutls_certificate_credentials_t a, const char *b, gnutls_x509_crt_fmt_t c), (a, b, c))
F(int, MISSING, gnutls_certificate_set_x509_trust_mem,
  (gnutls_certificate_credentials_t a, const gnutls_datum_t *b, gnutls_x509_crt_fmt_t c), (a, b, c))
F(int, MISSING, gnutls_certificate_verify_peers,
  (gnutls_session_t a, gnutls_typed_vdata_st *b, unsigned c, unsigned *d), (a, b, c, d))
F(int, MISSING, gnutls_credentials_set,
  (gnutls_session_t a, gnutls_credentials_type_t b, void *c), (a, b, c))
F(int, MISSING, gnutls_decode_rs_value,
  (const gnutls_datum_t *a, gnutls_datum_t *b, gnutls_datum_t *c), (a, b, c))
V(gnutls_deinit, (gnutls_session_t a), (a))
F(int, MISSING, gnutls_encode_rs_value,
  (gnutls_datum_t *a, const gnutls_datum_t *b, const gnutls_datum_t *c), (a, b, c))
F(int, MISSING, gnutls_error_is_fatal, (int a), (a))
V(gnutls_global_deinit, (void), ())
F(int, MISSING, gnutls_global_init, (void), ())
F(int, MISSING, gnutls_handshake, (gnutls_session_t a), (a))
V(gnutls_handshake_set_timeout, (gnutls_session_t a, unsigned b), (a, b))
F(int, MISSING, gnutls_hash, (gnutls_hash_hd_t a, const void *b, size_t c), (a, b, c))
V(gnutls_hash_deinit, (gnutls_hash_hd_t a, void *b), (a, b))
F(int, MISSING, gnutls_hash_fast,
  (gnutls_digest_algorithm_t a, const void *b, size_t c, void *d), (a, b, c, d))
F(int, MISSING, gnutls_hash_init, (gnutls_hash_hd_t *a, gnutls_digest_algorithm_t b), (a, b))
V(gnutls_hash_output, (gnutls_hash_hd_t a, void *b), (a, b))
F(int, MISSING, gnutls_hmac_fast,
  (gnutls_mac_algorithm_t a, const void *b, size_t c,
  const void *d, size_t e, void *f), (a, b, c, d, e, f))
F(int, MISSING, gnutls_init, (gnutls_session_t *a, unsigned b), (a, b))
F(int, MISSING, gnutls_load_file, (const char *a, gnutls_datum_t *b), (a, b))
V(gnutls_privkey_deinit, (gnutls_privkey_t a), (a))
F(int, MISSING, gnutls_privkey_import_x509_raw,
  (gnutls_privkey_t a, const gnutls_datum_t *b,
  gnutls_x509_crt_fmt_t c, const char *d, unsigned e), (a, b, c, d, e))
F(int, MISSING, gnutls_privkey_init, (gnutls_privkey_t *a), (a))
F(int, MISSING, gnutls_privkey_sign_data2,
  (gnutls_privkey_t a, gnutls_sign_algorithm_t b,
  unsigned c, const gnutls_datum_t *d, gnutls_datum_t *e), (a, b, c, d, e))
V(gnutls_pubkey_deinit, (gnutls_pubkey_t a), (a))
F(int, MISSING, gnutls_pubkey_export2,
  (gnutls_pubkey_t a, gnutls_x509_crt_fmt_t b, gnutls_datum_t *c), (a, b, c))
F(int, MISSING, gnutls_pubkey_export_ecc_raw2,
  (gnutls_pubkey_t a, gnutls_ecc_curve_t *b,
  gnutls_datum_t *c, gnutls_datum_t *d, unsigned e), (a, b, c, d, e))
F(int, MISSING, gnutls_pubkey_export_rsa_raw2,
  (gnutls_pubkey_t a, gnutls_datum_t *b, gnutls_datum_t *c, unsigned d), (a, b, c, d))
F(int, MISSING, gnutls_pubkey_get_pk_algorithm, (gnutls_pubkey_t a, unsigned *b), (a, b))
F(int, MISSING, gnutls_pubkey_import,
  (gnutls_pubkey_t a, const gnutls_datum_t *b, gnutls_x509_crt_fmt_t c), (a, b, c))
F(int, MISSING, gnutls_pubkey_import_privkey,
  (gnutls_pubkey_t a, gnutls_privkey_t b, unsigned c, unsigned d), (a, b, c, d))
F(int, MISSING, gnutls_pubkey_import_x509,
  (gnutls_pubkey_t a, gnutls_x509_crt_t b, unsigned c), (a, b, c))
F(int, MISSING, gnutls_pubkey_init, (gnutls_pubkey_t *a), (a))
F(int, MISSING, gnutls_pubkey_verify_data2,
  (gnutls_pubkey_t a, gnutls_sign_algorithm_t b,
  unsigned c, const gnutls_datum_t *d, const gnutls_datum_t *e), (a, b, c, d, e))
F(int, MISSING, gnutls_record_get_direction, (gnutls_session_t a), (a))
F(ssize_t, MISSING, gnutls_record_recv, (gnutls_session_t a, void *b, size_t c), (a, b, c))
F(ssize_t, MISSING, gnutls_record_send, (gnutls_session_t a, const void *b, size_t c), (a, b, c))
F(int, MISSING, gnutls_rnd, (gnutls_rnd_level_t a, void *b, size_t c), (a, b, c))
F(int, MISSING, gnutls_server_name_set,
  (gnutls_session_t a, gnutls_server_name_type_t b, const void *c, size_t d), (a, b, c, d))
V(gnutls_session_set_verify_cert, (gnutls_session_t a, const char *b, unsigned c), (a, b, c))
F(int, MISSING, gnutls_set_default_priority, (gnutls_session_t a), (a))
F(const char *, "GnuTLS is missing", gnutls_strerror, (int a), (a))
V(gnutls_transport_set_int2, (gnutls_session_t a, int b, int c), (a, b, c))
V(gnutls_x509_crt_deinit, (gnutls_x509_crt_t a), (a))
F(int, MISSING, gnutls_x509_crt_export2,
  (gnutls_x509_crt_t a, gnutls_x509_crt_fmt_t b, gnutls_datum_t *c), (a, b, c))
F(int, MISSING, gnutls_x509_crt_get_subject, (gnutls_x509_crt_t a, gnutls_x509_dn_t *b), (a, b))
F(int, MISSING, gnutls_x509_crt_import,
  (gnutls_x509_crt_t a, const gnutls_datum_t *b, gnutls_x509_crt_fmt_t c), (a, b, c))
F(int, MISSING, gnutls_x509_crt_init, (gnutls_x509_crt_t *a), (a))
F(int, MISSING, gnutls_x509_crt_set_activation_time, (gnutls_x509_crt_t a, time_t b), (a, b))
F(int, MISSING, gnutls_x509_crt_set_basic_constraints,
  (gnutls_x509_crt_t a, unsigned b, int c), (a, b, c))
F(int, MISSING, gnutls_x509_crt_set_dn_by_oid,
  (gnutls_x509_crt_t a, const char *b, unsigned c, const void *d, unsigned e), (a, b, c, d, e))
F(int, MISSING, gnutls_x509_crt_set_expiration_time, (gnutls_x509_crt_t a, time_t b), (a, b))
F(int, MISSING, gnutls_x509_crt_set_key, (gnutls_x509_crt_t a, gnutls_x509_privkey_t b), (a, b))
F(int, MISSING, gnutls_x509_crt_set_key_purpose_oid,
  (gnutls_x509_crt_t a, const void *b, unsigned c), (a, b, c))
F(int, MISSING, gnutls_x509_crt_set_key_usage, (gnutls_x509_crt_t a, unsigned b), (a, b))
F(int, MISSING, gnutls_x509_crt_set_serial,
  (gnutls_x509_crt_t a, const void *b, size_t c), (a, b, c))
F(int, MISSING, gnutls_x509_crt_set_subject_alt_name,
  (gnutls_x509_crt_t a, gnutls_x509_subject_alt_name_t b,
  const void *c, unsigned d, unsigned e), (a, b, c, d, e))
F(int, MISSING, gnutls_x509_crt_set_version, (gnutls_x509_crt_t a, unsigned b), (a, b))
F(int, MISSING, gnutls_x509_crt_sign2,
  (gnutls_x509_crt_t a, gnutls_x509_crt_t b,
  gnutls_x509_privkey_t c, gnutls_digest_algorithm_t d, unsigned e), (a, b, c, d, e))
F(int, MISSING, gnutls_x509_dn_get_rdn_ava,
  (gnutls_x509_dn_t a, int b, int c, gnutls_x509_ava_st *d), (a, b, c, d))
V(gnutls_x509_privkey_deinit, (gnutls_x509_privkey_t a), (a))
F(int, MISSING, gnutls_x509_privkey_export2,
  (gnutls_x509_privkey_t a, gnutls_x509_crt_fmt_t b, gnutls_datum_t *c), (a, b, c))
F(int, MISSING, gnutls_x509_privkey_generate,
  (gnutls_x509_privkey_t a, gnutls_pk_algorithm_t b, unsigned c, unsigned d), (a, b, c, d))
F(int, MISSING, gnutls_x509_privkey_init, (gnutls_x509_privkey_t *a), (a))
